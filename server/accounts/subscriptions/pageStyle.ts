/** Styles of the page of a subscription: one column that fits a phone, light and dark. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ink:#1b1b1b;--quiet:#5a5a5a;--back:#f5f5f5;--card:#fff;--line:#d1d1d1;--link:#0f6cbd}
@media(prefers-color-scheme:dark){:root{--ink:#fff;--quiet:#c7c7c7;--back:#1b1b1b;--card:#292929;--line:#575757;--link:#62abf5}}
*{box-sizing:border-box}
body{margin:0;padding:16px;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:560px;margin:0 auto;display:grid;gap:16px}
main>*{min-width:0}
h1{margin:8px 0 0;font-size:24px;line-height:1.3}
h1 img{vertical-align:middle}
h2{margin:0 0 12px;font-size:16px}
p{margin:0}
section{padding:16px;background:var(--card);border:1px solid var(--line);border-radius:8px}
.apps{margin:0;padding:0;list-style:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(140px,1fr));gap:8px}
.apps+details{margin-top:8px}
summary{min-height:44px;display:flex;align-items:center;color:var(--link);cursor:pointer}
.apps a{display:flex;align-items:center;justify-content:center;min-height:44px;padding:8px;border:1px solid var(--line);border-radius:4px;color:var(--link);text-align:center;text-decoration:none}
.apps a:focus-visible{outline:2px solid var(--link)}
.more{display:inline-flex;align-items:center;min-height:44px;color:var(--link)}
.code{max-width:280px;margin:0 auto}
.code svg{display:block;width:100%;height:auto;border-radius:4px}
.link{margin-top:12px;font:13px/1.5 ui-monospace,monospace;user-select:all}
.quiet{color:var(--quiet);font-size:14px}
`.trim()
