import { decimalId } from '../internal/decimal-id.ts';

/** Marks of one type: bits by the number that an id is, or by the id. */
interface TypeMarks {
  byNumber: Int32Array;
  readonly byText: Map<string, { marks: number }>;
}

/**
 * Marks on identities, each a bit. Most ids are small numbers: their marks stand side by side in an array, which is read
 * faster than a map, above all when a document no longer fits into the processor's cache.
 */
export interface IdentityMarks {
  readonly types: Map<string, TypeMarks>;
  /** How many more numbers the arrays may have room for. Ids beyond are kept as text: no id claims memory by its size. */
  room: number;
  /** The types asked for last: mostly a resource and its target take turns. */
  type: string | undefined;
  ofType: TypeMarks;
  typeBefore: string | undefined;
  ofTypeBefore: TypeMarks;
}

const FIRST_SIZE = 64;
const GROWTH = 4;
const MOST_ROOM = 2 ** 22;

function createTypeMarks(): TypeMarks {
  return { byNumber: new Int32Array(0), byText: new Map() };
}

/** No marks, with room for numbers as there are in a document of so many resources. */
export function createIdentityMarks(resources: number): IdentityMarks {
  const none = createTypeMarks();
  return {
    types: new Map(),
    room: Math.min(GROWTH * resources + 1024, MOST_ROOM),
    type: undefined,
    ofType: none,
    typeBefore: undefined,
    ofTypeBefore: none,
  };
}

function marksOf(index: IdentityMarks, type: string): TypeMarks {
  if (type === index.type) return index.ofType;
  let found: TypeMarks | undefined = index.ofTypeBefore;
  if (type !== index.typeBefore) {
    found = index.types.get(type);
    if (found === undefined) {
      found = createTypeMarks();
      index.types.set(type, found);
    }
  }
  index.typeBefore = index.type;
  index.ofTypeBefore = index.ofType;
  index.type = type;
  index.ofType = found;
  return found;
}

/**
 * Whether there is room for a number. Once there is none there never will be: sizes are powers of two, and room only
 * shrinks. So an id is not kept in both ways.
 */
function makeRoom(index: IdentityMarks, ofType: TypeMarks, number: number): boolean {
  const { byNumber } = ofType;
  if (number < byNumber.length) return true;
  const size = Math.max(FIRST_SIZE, GROWTH * byNumber.length, 2 ** (32 - Math.clz32(number)));
  if (size - byNumber.length > index.room) return false;
  index.room -= size - byNumber.length;
  ofType.byNumber = new Int32Array(size);
  ofType.byNumber.set(byNumber);
  return true;
}

/** Adds marks to an identity, and gives those it had before. */
export function addMarks(index: IdentityMarks, type: string, id: string, marks: number): number {
  const ofType = marksOf(index, type);
  const number = decimalId(id);
  if (number >= 0 && makeRoom(index, ofType, number)) {
    const before = ofType.byNumber[number] as number;
    ofType.byNumber[number] = before | marks;
    return before;
  }
  const known = ofType.byText.get(id);
  if (known === undefined) {
    ofType.byText.set(id, { marks });
    return 0;
  }
  const before = known.marks;
  known.marks = before | marks;
  return before;
}
