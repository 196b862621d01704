/** The figures of requests, by their names. */
export type Figures = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Bytes depend a little on the time at which V8 optimizes functions. Other figures are counts. */
const BYTES = 1.02;

/** Returns one line for each figure that is higher or lower than the recorded one. A figure that was not recorded is lower. */
export function rises(recorded: Figures, figures: Figures) {
  const risen: string[] = [];
  const fallen: string[] = [];
  for (const [request, own] of Object.entries(figures)) {
    for (const [name, figure] of Object.entries(own)) {
      const before = recorded[request]?.[name];
      const line = `${request}: ${name} ${before ?? 'not recorded'} → ${figure}`;
      if (!Number.isFinite(figure) || (before !== undefined && figure > before * (name === 'bytes' ? BYTES : 1)))
        risen.push(line);
      else if (before === undefined || figure < before) fallen.push(line);
    }
  }
  return { risen, fallen };
}
