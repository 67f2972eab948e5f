/**
 * Other names of columns, in lower case: as panels export them, and as people write them in English,
 * Chinese, Japanese, Russian, German and Korean.
 */
export const EMAIL_NAMES: readonly string[] = [
  ...['e-mail', 'mail', 'email address', 'e-mail address', 'mail address', 'email_address'],
  ...['邮箱', '电子邮箱', '电子邮件', '邮箱地址', '郵箱', '電子郵件', '電子郵箱', '電子信箱'],
  ...['メール', 'メールアドレス', 'eメール', '電子メール'],
  ...['почта', 'эл. почта', 'электронная почта', 'e-mail адрес', 'адрес почты', 'имейл', 'адрес'],
  ...['e-mail-adresse', 'emailadresse', 'email-adresse', 'mailadresse', 'mail-adresse'],
  ...['이메일', '메일', '이메일 주소', '전자우편'],
]
export const USER_NAMES: readonly string[] = [
  ...['user', 'user name', 'user_name', 'login', '用户', '用户名', '用戶', '用戶名', '使用者'],
  ...['ユーザー', 'ユーザー名', 'ユーザ', 'ユーザ名', '利用者', '顧客'],
  ...['пользователь', 'имя пользователя', 'логин', 'клиент'],
  ...['benutzer', 'benutzername', 'nutzer', 'kunde', '사용자', '사용자 이름', '아이디'],
]
export const PASSWORD_NAMES: readonly string[] = [
  ...['pass', 'passwd', '密码', '密碼', 'パスワード', 'пароль', 'passwort', 'kennwort'],
  ...['비밀번호', '암호'],
]
export const GROUP_NAMES: readonly string[] = [
  ...['user group', '用户组', '分组', '用戶組', '群組', '分組', 'グループ'],
  ...['группа', 'gruppe', 'benutzergruppe', '그룹'],
]
export const TYPE_NAMES: readonly string[] = [
  ...['类型', '類型', '種類', '種別', 'タイプ', 'тип', 'typ', 'art', '유형', '종류'],
]
export const CREATED_NAMES: readonly string[] = [
  ...['created', 'created_at', 'registered', '注册时间', '创建时间', '註冊時間', '建立時間'],
  ...['登録日', '登録日時', '作成日', '作成日時', 'дата регистрации', 'зарегистрирован', 'создан'],
  ...[
    'дата создания',
    'erstellt',
    'erstellt am',
    'registriert',
    'registriert am',
    '가입일',
    '생성일',
  ],
]
export const COMMENT_NAMES: readonly string[] = [
  ...['remark', 'remarks', 'note', 'notes', '备注', '備註', '備考', 'メモ', 'コメント'],
  ...[
    'комментарий',
    'примечание',
    'заметка',
    'kommentar',
    'bemerkung',
    'notiz',
    '메모',
    '비고',
    '댓글',
  ],
]
export const PORT_NAMES: readonly string[] = ['端口', '埠', '連接埠', 'ポート', 'порт', '포트']
export const PLAN_NAMES: readonly string[] = [
  ...[
    'plan',
    'order',
    '套餐',
    '方案',
    'プラン',
    'тариф',
    'план',
    'tarif',
    'paket',
    '요금제',
    '상품',
  ],
]
export const EXPIRE_NAMES: readonly string[] = [
  ...[
    'expires',
    'expire_at',
    'expired_at',
    'expiry',
    'expiration',
    '到期时间',
    '到期時間',
    '有效期',
  ],
  ...[
    '有効期限',
    '期限',
    '満了日',
    'срок',
    'срок действия',
    'истекает',
    'действует до',
    'дата окончания',
  ],
  ...['ablauf', 'ablaufdatum', 'läuft ab', 'gültig bis', '만료일', '만료'],
]
export const FLOW_NAMES: readonly string[] = [
  ...['traffic', 'quota', '流量', '通信量', 'データ量', 'トラフィック', 'трафик', 'квота', 'лимит'],
  ...['datenvolumen', 'volumen', 'kontingent', '트래픽', '데이터'],
]
export const SERVER_NAMES: readonly string[] = [
  ...['servers', '服务器', '伺服器', 'サーバー', 'サーバ', 'сервер', 'серверы', '서버'],
]
