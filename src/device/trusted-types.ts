/**
 * The one policy of Trusted Types (https://www.w3.org/TR/trusted-types/). Where the server enforces
 * them, no text becomes markup or a script: emptying an element is allowed, which the QR codes need,
 * and this console's own worker.
 */
type Types = {
  createPolicy: (
    name: string,
    rules: {
      createHTML: (text: string) => string | null
      createScriptURL: (url: string) => string | null
    },
  ) => unknown
}

const { trustedTypes } = globalThis as { trustedTypes?: Types }

trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text === '' ? text : null),
  createScriptURL: (url) => (/^\/sw\.js(\?stamp=\d+)?$/.test(url) ? url : null),
})

export {}
