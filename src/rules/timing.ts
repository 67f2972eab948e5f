/** How long typing must rest before a search is sent, ms. Spec 9. */
export const SEARCH_DEBOUNCE = 500

/** How often the admin's home screen looks for news, ms. Spec 9. */
export const INDEX_POLL = 15_000

/** The age from which the admin's home screen is loaded anew as a whole, ms. Spec 9. */
export const INDEX_STALE = 90_000

/** How soon after the tab is seen again the admin's home screen is loaded anew, ms. Spec 9. */
export const INDEX_REFOCUS = 15_000

/** How often an open conversation looks for messages, ms. Spec 9. */
export const MESSAGE_POLL = 10_000

/** How often the traffic of an account in view is read again, ms. Spec 9. */
export const ACCOUNT_FLOW_REFRESH = 60_000

/** The age from which the server list in view is read again, ms. Spec 2. */
export const SERVER_LIST_REFRESH = 90_000

/** The age from which the server list is read again when its page is focused, ms. Spec 2. */
export const SERVER_LIST_REFOCUS = 30_000

/** How often a server in view is read again, ms. Spec 2. */
export const SERVER_REFRESH = 60_000

/** How long the values of a chart stay good, ms. Spec 9. */
export const CHART_LIFETIME = 90_000

/** How long the traffic and last connect of an account on a server stay good, ms. Spec 9. */
export const SERVER_PORT_LIFETIME = 60_000

/** How long what is known of an IP address stays good, ms. Spec 9. */
export const IP_INFO_LIFETIME = 300_000

/** How often an unpaid alipay order is asked about, ms. Spec 9. */
export const ALIPAY_POLL = 5_000

/** How often the code that binds a messaging account is asked for, ms. Spec 9. */
export const TELEGRAM_CODE_POLL = 5_000

/** How long the terms of a plan stand before they can be accepted, ms. Spec 4. */
export const PLAN_COMMENT_WAIT = 3_000

/** How long what is paid may take to arrive, ms. Spec 4. */
export const DELIVERY_LIMIT = 120_000

/** How soon another sign-up code may be asked for, ms. Spec 9. */
export const CODE_RESEND = 120_000

/** How seldom changed base, payment and referral settings are saved, ms. Spec 9. */
export const SETTINGS_AUTOSAVE = 2_000

/** How seldom changed account settings are saved, ms. Spec 9. */
export const ACCOUNT_SETTINGS_AUTOSAVE = 3_500

/** How soon the app starts again when the server did not answer, ms. Spec 9. */
export const STARTUP_RELOAD = 5_000

/** How soon the app starts again when the server refused, ms. Spec 9. */
export const STARTUP_RELOAD_REFUSED = 1_500

/** How soon a failed load is tried again while its screen is open, ms. Spec 4. */
export const FAILED_LOAD_RETRY = 5_000

/** How long adding or changing a server, a group or a user may take, ms. Spec 7. */
export const LONG_WRITE_TIMEOUT = 15_000

/** How often work on many is looked at while it goes on, ms. */
export const JOB_POLL = 1_000

/** How soon an account is looked at again while its port is being opened, ms. */
export const OPENING_REFRESH = 2_000
