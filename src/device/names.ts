/** Where this device keeps who is logged in and how the site is set. */
export const STATUS = 'sluice.status'
/** Where it keeps what was chosen on it. */
export const CHOICES = 'sluice.choices'
/** The cookie by which the server knows language and look: it draws the login. */
export const LOOK = 'look'
