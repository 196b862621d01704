import type { ServerLimits } from './server.ts';

/** The limits that hold unless others are given. */
export const defaultLimits: ServerLimits = Object.freeze({
  bodyBytes: 1_048_576,
  bodyDepth: 64,
  urlLength: 8192,
  parameters: 100,
  includeDepth: 3,
  includePaths: 20,
  sortFields: 5,
  filterValues: 50,
  filterValueLength: 1000,
  linkageMembers: 1000,
  includedResources: 1000,
  errors: 20,
  pageSize: 25,
  pageSizeMaximum: 100,
});
