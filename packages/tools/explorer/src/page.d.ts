/** The files of the page, which `build-page.ts` writes to `dist/page.js`. */
export declare const page: {
  /** The text of each file by its name, such as `app-1a2b3c4d.js`. */
  readonly files: { readonly [name: string]: string };
  readonly script: string;
  readonly style: string;
  readonly worker: string;
};
