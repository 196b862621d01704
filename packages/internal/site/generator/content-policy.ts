/** Gives each page a content security policy, and moves its inline scripts to files, which the policy requires. */
import { createHash } from 'node:crypto';

/** Everything comes from the site itself. `data:` is for the icons in style sheets. */
export const contentPolicy: string = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  // The sandbox of the playground has a policy of its own.
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Returns a page without inline scripts and styles. Adds their strings to `scripts`, by the name of the new file below `assets`. */
export function externalScripts(html: string, base: string, scripts: Map<string, string>): string {
  const withFiles = html.replace(
    /<script((?: [^>]*)?)>([^<]+)<\/script>/g,
    (whole, attributes: string, text: string) => {
      if (/\bsrc=|type="application\//.test(attributes)) return whole;
      const name = `inline-${createHash('sha256').update(text).digest('hex').slice(0, 10)}.js`;
      scripts.set(name, text);
      return `<script${attributes} src="${base}assets/${name}"></script>`;
    },
  );
  // VitePress sets a position and a height, which the style sheet of the site and the scripts set as well.
  const withoutStyles = withFiles.replace(/(<[a-z][^<>]*?) style="[^"]*"/g, '$1');
  return withoutStyles.replace(
    '<head>',
    `<head>\n    <meta http-equiv="Content-Security-Policy" content="${contentPolicy}">`,
  );
}
