/** The sections of docs/compatibility.md that a run of some parts does not write. */

/** The parts of the matrix, which can run alone, and the heading of the section of each. */
const headings = {
  frameworks: 'Frameworks and runtimes',
  types: 'TypeScript',
  managers: 'Package managers',
  runners: 'Test runners',
} as const;

export type PartName = keyof typeof headings;

export const partNames: readonly PartName[] = ['frameworks', 'managers', 'runners', 'types'];

const notRunHeading = 'Not in this run';

/** The first words of the lines in the section about cells that did not run, by part. */
const notRunWords: Readonly<Record<PartName, RegExp>> = {
  frameworks: /^- (?:\S+ on |node |bun |deno |workers )/,
  types: /^- (?:TypeScript|the compilers)/,
  managers: /^- (?:npm|pnpm|yarn|bun)\b/,
  runners: /^- (?:test runners|the test runners|Jest|ts-jest)/,
};

/** Divides a page into its sections, by heading; the part before the first heading has the name "". */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  const sections = page.split(/^(?=## )/m).map((it): [string, string] => {
    const heading = it.startsWith('## ') ? it.slice(3, it.indexOf('\n')).trim() : '';
    return [heading, it.trim()];
  });
  return new Map(sections);
}

function notRunLines(page: string): readonly string[] {
  return (sectionsOf(page).get(notRunHeading) ?? '').split('\n').filter((line) => line.startsWith('- '));
}

/** Returns the new page with the sections of the old page for all parts that did not run. */
export function keepSections(oldPage: string, newPage: string, parts: readonly string[]): string {
  const kept = partNames.filter((it) => !parts.includes(it));
  const old = sectionsOf(oldPage);
  const sections = new Map(sectionsOf(newPage));
  for (const part of kept) {
    const section = old.get(headings[part]);
    if (section !== undefined) sections.set(headings[part], section);
  }
  const lines = [
    ...notRunLines(oldPage).filter((line) => kept.some((part) => notRunWords[part].test(line))),
    ...notRunLines(newPage),
  ];
  sections.delete(notRunHeading);
  if (lines.length > 0) sections.set(notRunHeading, `## ${notRunHeading}\n\n${lines.join('\n')}`);
  return `${[...sections.values()].join('\n\n')}\n`;
}
