/**
 * The actions that write. Methods of sources, access rules, hooks, events, and functions of clients have these names. Every table of
 * actions is a record with an entry for each, so a table that lacks a new one does not compile.
 */
export type WriteAction = 'create' | 'update' | 'delete' | 'relate';
