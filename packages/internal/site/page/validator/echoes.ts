/** Tells the strings that an editor has reported from those that its owner chose. */
export interface Echoes {
  /** Notes a string that the editor reports. */
  readonly note: (text: string) => void;
  /**
   * Whether the owner only repeats a string of the editor. While a reader types, the owner repeats strings late: to write one of
   * them into the editor would undo the newer one, and both would replace each other without end.
   */
  readonly isEcho: (text: string) => boolean;
}

/** Creates the memory of one editor. */
export function createEchoes(): Echoes {
  let reported: string[] = [];
  return {
    note: (text) => {
      reported.push(text);
    },
    isEcho: (text) => {
      const position = reported.indexOf(text);
      reported = position === -1 ? [] : reported.slice(position + 1);
      return position !== -1;
    },
  };
}
