/** Documents of the corpus that are judged otherwise than its index says, each with the reason. */
export const corpusDeviations: Readonly<Record<string, string>> = {};
