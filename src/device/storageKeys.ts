/** Storage key of who is logged in and how the site is set. */
export const STATUS = 'sluice.status'
/** Storage key of what was chosen on this device. */
export const CHOICES = 'sluice.choices'
/** The cookie with language and look, for which the server renders the login. */
export const LOOK = 'look'
/** Storage key of whether installing was offered on this device. */
export const INSTALL_OFFERED = 'sluice.installOffered'
/** Where the system posts what is shared to the installed console, and the screen that leads on. */
export const SHARE_PATH = '/share'
