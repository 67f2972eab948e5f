/**
 * The content of `/sw.js` while the site's service worker is switched off: browsers check for a
 * newer worker by themselves, install this one, and drop the worker and its files, also where the
 * cached console is too broken to do it. It does not reload the page: a person may be typing.
 */
export const NO_WORKER = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(
  caches.keys()
    .then((names) => Promise.all(names.map((name) => caches.delete(name))))
    .then(() => self.registration.unregister())
))
`
