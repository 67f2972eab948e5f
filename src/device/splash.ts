/** What the shell shows before any script ran goes once the first screen stands within `root`. */
export function endSplash(root: HTMLElement): void {
  const splash = document.querySelector('.splash')
  if (!splash) return
  const observer = new MutationObserver(() => {
    // The theme is there first, around nothing: the screen may still be on its way.
    if (!root.querySelector('.fui-FluentProvider > div > *')) return
    observer.disconnect()
    splash.remove()
  })
  observer.observe(root, { childList: true, subtree: true })
}
