/**
 * What `/sw.js` is while the site's service worker is switched off: browsers look for a newer
 * worker by themselves, find this one, and are rid of the worker and its files, also where the kept
 * console is too broken to do it. It loads nothing anew: somebody may be typing.
 */
export const NO_WORKER = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(
  caches.keys()
    .then((names) => Promise.all(names.map((name) => caches.delete(name))))
    .then(() => self.registration.unregister())
))
`
