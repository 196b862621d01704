/** Creates a function that returns names of tables or columns for texts, each once. */
export function createNames(taken: readonly string[] = []): (text: string) => string {
  // SQLite compares names without case.
  const used = new Set(taken.map((it) => it.toLowerCase()));
  return (text) => {
    // Kysely reads a dot as a schema, and `as` between spaces as an alias.
    const plain = text.replaceAll(/[^\p{L}\p{N}_]+/gu, '_');
    let name = plain;
    for (let count = 2; used.has(name.toLowerCase()); count++) name = `${plain}_${count}`;
    used.add(name.toLowerCase());
    return name;
  };
}
