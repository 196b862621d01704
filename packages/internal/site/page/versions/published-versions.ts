/** A version of the site beside this one. */
export interface PublishedVersion {
  /** The name of its folder: `v0.3`. */
  readonly name: string;
  /** The paths of its pages below its folder. */
  readonly pages: readonly string[];
}

/** Returns the versions of an unknown value. Leaves out everything that is not one. */
export function readVersions(value: unknown): readonly PublishedVersion[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((given: Partial<PublishedVersion> | null) => {
    const { name, pages } = given ?? {};
    if (typeof name !== 'string' || !/^v\d+(?:\.\d+)?$/.test(name) || !Array.isArray(pages)) return [];
    return [{ name, pages: pages.filter((page) => typeof page === 'string') }];
  });
}

/** Returns the URL of the same page in another version, or of its first page if it does not have the page. */
export function pageInVersion(siteRoot: string, { name, pages }: PublishedVersion, page: string): string {
  const file = page === '' || page.endsWith('/') ? `${page}index.html` : page;
  return `${siteRoot}${name}/${pages.includes(file) ? page : ''}`;
}
