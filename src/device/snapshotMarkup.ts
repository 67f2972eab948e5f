/** An attribute for elements with a style of their own: a page's policy applies none from markup. */
const STYLED = 'data-styled'

/** What could run, load, or restyle more than the picture. */
const ACTIVE = 'script, style, iframe, object, embed, link, base, meta'

/** A picture of a screen: its elements, with drawings as images and styles of single elements as rules. */
export function pictureOf(root: Element): { picture: DocumentFragment; ownStyles: string } {
  const picture = document.createDocumentFragment()
  for (const child of root.children) picture.append(child.cloneNode(true))
  const drawings = root.querySelectorAll('canvas')
  for (const [at, copy] of [...picture.querySelectorAll('canvas')].entries())
    copy.replaceWith(imageOf(drawings[at] ?? copy))
  for (const one of picture.querySelectorAll(ACTIVE)) one.remove()
  let ownStyles = ''
  for (const [at, one] of [...picture.querySelectorAll('[style]')].entries()) {
    ownStyles += `[${STYLED}="${at}"]{${one.getAttribute('style')}}`
    one.setAttribute(STYLED, String(at))
    one.removeAttribute('style')
  }
  return { picture, ownStyles }
}

function imageOf(drawing: HTMLCanvasElement) {
  const image = document.createElement('img')
  image.className = drawing.className
  // Not as an attribute, which the page's policy refuses.
  image.style.cssText = drawing.style.cssText
  image.src = drawing.toDataURL()
  return image
}

/** Elements as text. */
export function textOf(picture: DocumentFragment): string {
  const holder = document.createElement('div')
  holder.append(picture.cloneNode(true))
  return holder.innerHTML
}
