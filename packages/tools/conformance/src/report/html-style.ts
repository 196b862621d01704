/** The style of the HTML report: light and dark, from phones to wide screens, and without anything to load. */
export const htmlStyle = `
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#1b2330;--dim:#5d6878;--line:#e1e5ea;--good:#1a7f4b;--bad:#c62f3b;--open:#a06a00;--goodbg:#e5f5ec;--badbg:#fdeaec;--openbg:#fdf3df;--code:#f1f3f6}
@media(prefers-color-scheme:dark){:root{--bg:#12161d;--card:#1a202a;--ink:#e6eaf0;--dim:#98a4b5;--line:#2c3542;--good:#5fd39a;--bad:#ff7f89;--open:#f0b64f;--goodbg:#163527;--badbg:#3d1c22;--openbg:#392c12;--code:#141922}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:24px 16px 64px}h1{font-size:1.5rem;line-height:1.25;margin:0 0 4px}h2{font-size:1.15rem;margin:40px 0 12px}
.sub{color:var(--dim);margin:0 0 20px;overflow-wrap:anywhere}.sub a{color:inherit}
.hero{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:20px}
.big{display:flex;flex-wrap:wrap;gap:8px 32px;align-items:baseline;margin-bottom:14px}.big b{font-size:2.2rem;line-height:1.1;font-variant-numeric:tabular-nums}.big span{color:var(--dim)}
.good{color:var(--good)}.bad{color:var(--bad)}.open{color:var(--open)}
.bar{display:flex;gap:2px;height:10px;border-radius:5px;overflow:hidden;background:var(--line)}.bar i{display:block;min-width:3px}.bar .g{background:var(--good)}.bar .b{background:var(--bad)}.bar .o{background:var(--open)}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(210px,1fr));gap:10px}
.tile{display:block;background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px;color:inherit;text-decoration:none}.tile:hover,.tile:focus-visible{border-color:var(--dim)}
.tile strong{display:block;font-size:.92rem;font-weight:600;min-height:1.5em}.tile small{color:var(--dim);font-variant-numeric:tabular-nums}.tile .bar{height:6px;margin:8px 0 6px}.tile.hot{border-color:var(--bad)}
details{background:var(--card);border:1px solid var(--line);border-radius:10px;margin:8px 0}summary{cursor:pointer;padding:12px 14px;overflow-wrap:anywhere}details[open]>summary{border-bottom:1px solid var(--line)}
.body{padding:12px 14px}.finding{border-left:4px solid var(--bad)}.fail{background:none}.finding p{margin:0 0 12px;overflow-wrap:anywhere}.share{margin:12px 0 0;color:var(--dim)}
.tag{display:inline-block;font:600 .72rem/1 ui-monospace,monospace;padding:4px 6px;border-radius:5px;background:var(--code);color:var(--dim);margin-right:6px;vertical-align:1px}
.tag.must{background:var(--badbg);color:var(--bad)}.tag.should,.tag.recommended,.tag.profile{background:var(--openbg);color:var(--open)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 14px;margin:0 0 12px}dt{color:var(--dim)}dd{margin:0;overflow-wrap:anywhere}
pre{background:var(--code);border:1px solid var(--line);border-radius:8px;padding:10px 12px;margin:8px 0 0;overflow-x:auto;font:13px/1.45 ui-monospace,monospace;max-height:420px}
ul{list-style:none;margin:0;padding:0}li{padding:7px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}li:first-child{border-top:0}li small{display:block;color:var(--dim)}
.mark{display:inline-block;width:1.3em;font-weight:700}a{color:inherit}
@media(max-width:520px){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:6px}.big b{font-size:1.8rem}.grid{grid-template-columns:repeat(2,1fr)}main{padding:16px 12px 48px}}
@media print{details{break-inside:avoid}}
`;
