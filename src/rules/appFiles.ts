/** The largest file of an app that the server hands out, bytes. */
export const MAX_APP_FILE_BYTES = 400_000_000

/** How many files the server hands out at most. */
export const MAX_APP_FILES = 30

/** Names of files that people install, and nothing a browser would show. */
export const APP_FILE_NAME =
  /^[A-Za-z0-9][\w.+-]{0,99}\.(?:apk|exe|msi|dmg|pkg|zip|deb|rpm|appimage|gz|xz|ipk)$/i
