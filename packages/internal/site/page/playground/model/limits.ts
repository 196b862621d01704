/** The maximum length of a declaration, in UTF-16 code units. */
export const MAX_DECLARATION = 50_000;

/** The maximum length of the records, in UTF-16 code units. */
export const MAX_RECORDS = 500_000;
