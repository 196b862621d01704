class Given {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: the fields of the subclass are added to this object.
    return object;
  }
}

/** States something about objects, which no other code can do, and which copies of them lack. */
export interface Mark {
  /** Marks an object that is neither frozen nor marked, and returns it. */
  readonly add: <Marked extends object>(object: Marked) => Marked;
  readonly has: (object: object) => boolean;
}

/**
 * Creates a mark: a private field. To add it takes V8 20 ns; to add an object to a WeakSet takes 270 ns, and more work of the garbage
 * collector.
 */
export function createMark(): Mark {
  class Marked extends Given {
    readonly #isMarked = true;

    static has(object: object): boolean {
      return #isMarked in object;
    }
  }
  return {
    add(object) {
      new Marked(object);
      return object;
    },
    has: Marked.has,
  };
}
