/** Bounds on what a query may ask for. */
export interface QueryLimits {
  /** Query parameters in all. Default 100. */
  readonly parameters: number;
  /** Steps of one relationship path. Default 3. */
  readonly includeDepth: number;
  /** Relationship paths, each counted once. Default 20. */
  readonly includePaths: number;
  /** Keys of an ordering. Default 5. */
  readonly sortFields: number;
  /** Filter values in all. Default 50. */
  readonly filterValues: number;
  /** Characters of one filter value. Default 1,000. */
  readonly filterValueLength: number;
}

/** The limits that hold unless others are given. */
export const defaultQueryLimits: QueryLimits = Object.freeze({
  parameters: 100,
  includeDepth: 3,
  includePaths: 20,
  sortFields: 5,
  filterValues: 50,
  filterValueLength: 1000,
});
