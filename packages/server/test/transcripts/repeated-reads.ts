/** A read as a line of a transcript writes it: what it asks for, which fields, under which conditions, and with which lock. */
interface Read {
  readonly what: string;
  readonly fields: string;
  readonly conditions: string;
  readonly isLocked: boolean;
}

function readOf(line: string): Read | undefined {
  const [what = '', fields = '', ...others] = line.trim().split('; ');
  if (!/^\w+\.(?:find|related) /.test(what)) return undefined;
  const isLocked = others.includes('FOR UPDATE');
  return { what, fields, conditions: others.filter((it) => it !== 'FOR UPDATE').join('; '), isLocked };
}

/** Whether an earlier read has the answer: the same resources under the same conditions, with at least the same fields and the same lock. */
function hasAnswered(earlier: Read, read: Read): boolean {
  const hasFields = [read.fields, 'all fields'].includes(earlier.fields) || read.fields === 'no fields';
  const isSame = earlier.what === read.what && earlier.conditions === read.conditions;
  return isSame && hasFields && (earlier.isLocked || !read.isLocked);
}

/**
 * Returns the reads of one request whose answer it has: it asks for as much as it reads. Whatever is not a read, such as a write or the end of a
 * transaction, can change what was read.
 */
export function repeatedReads(lines: readonly string[]): readonly string[] {
  let known: Read[] = [];
  return lines.filter((line) => {
    const read = readOf(line);
    if (read === undefined) {
      known = [];
      return false;
    }
    const isRepeated = known.some((earlier) => hasAnswered(earlier, read));
    known.push(read);
    return isRepeated;
  });
}
