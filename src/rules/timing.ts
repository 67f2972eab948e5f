/** How long typing must rest before a search is sent. Spec 9. */
export const SEARCH_DEBOUNCE_MS = 500

/** How often the admin's home screen is refreshed. Spec 9. */
export const INDEX_POLL_MS = 15_000

/** The age from which the admin's home screen is reloaded as a whole. Spec 9. */
export const INDEX_STALE_MS = 90_000

/** How soon the admin's home screen is reloaded after the tab becomes visible. Spec 9. */
export const INDEX_REFOCUS_MS = 15_000

/** How often an open conversation is polled for messages. Spec 9. */
export const MESSAGE_POLL_MS = 10_000

/** How often the traffic of an account in view is read again. Spec 9. */
export const ACCOUNT_FLOW_REFRESH_MS = 60_000

/** The age from which the server list in view is read again. Spec 2. */
export const SERVER_LIST_REFRESH_MS = 90_000

/** The age from which the server list is read again when its page is focused. Spec 2. */
export const SERVER_LIST_REFOCUS_MS = 30_000

/** How often the lights of servers in view are read again: as often as the server checks them. */
export const LIGHTS_REFRESH_MS = 15_000

/** How often a server in view is read again. Spec 2. */
export const SERVER_REFRESH_MS = 60_000

/** How often the console polls whether a machine has joined, while an admin waits for it. */
export const NODE_JOIN_REFRESH_MS = 2_000

/** How long the values of a chart stay fresh. Spec 9. */
export const CHART_LIFETIME_MS = 90_000

/** How long the traffic and last connect of an account on a server stay fresh. Spec 9. */
export const SERVER_PORT_LIFETIME_MS = 60_000

/** How long the location of an IP address stays fresh. Spec 9. */
export const IP_INFO_LIFETIME_MS = 300_000

/** How often an unpaid Alipay order is polled. Spec 9. */
export const ALIPAY_POLL_MS = 5_000

/** How often the code that binds a messaging account is polled. Spec 9. */
export const TELEGRAM_CODE_POLL_MS = 5_000

/** How long the terms of a plan are shown before they can be accepted. Spec 4. */
export const PLAN_COMMENT_WAIT_MS = 3_000

/** How long a paid order may take to be delivered. Spec 4. */
export const DELIVERY_LIMIT_MS = 120_000

/** How soon another sign-up code may be requested. Spec 9. */
export const CODE_RESEND_MS = 120_000

/** The shortest time between two saves of base, payment and referral settings. Spec 9. */
export const SETTINGS_AUTOSAVE_MS = 2_000

/** The shortest time between two saves of account settings. Spec 9. */
export const ACCOUNT_SETTINGS_AUTOSAVE_MS = 3_500

/** How soon the app starts again when the server did not answer. Spec 9. */
export const STARTUP_RELOAD_MS = 5_000

/** How soon the app starts again when the server refused. Spec 9. */
export const STARTUP_RELOAD_REFUSED_MS = 1_500

/** How soon a failed load is retried while its screen is open. Spec 4. */
export const FAILED_LOAD_RETRY_MS = 5_000

/** How long adding or changing a server, a group or a user may take. Spec 7. */
export const LONG_WRITE_TIMEOUT_MS = 15_000

/** How often an upgrade is polled that goes on, also while the console starts again. */
export const UPGRADE_POLL_MS = 2_000

/** How often a running job is polled. */
export const JOB_POLL_MS = 1_000

/** How soon an account is polled again while its port is being opened. */
export const OPENING_REFRESH_MS = 2_000

/** How long a screen watches while a customer tries to connect. */
export const WATCH_MS = 30_000

/** How often it polls meanwhile. */
export const WATCH_POLL_MS = 2_000

/** How often the devices of an account are polled while they are on screen: handshakes come every two minutes. */
export const DEVICES_REFRESH_MS = 15_000

/** How often an account is polled while a customer waits for its first bytes. */
export const FIRST_BYTES_POLL_MS = 3_000

/** How long a page stays in view before no app is taken to have opened. */
export const IMPORT_WAIT_MS = 1_500

/** How often a recharge code whose answer was lost is looked for among a customer's orders. */
export const LOST_CODE_LOOK_MS = 5_000
