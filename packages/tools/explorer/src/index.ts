export { type ExplorerFile, explorerFiles, type FindExplorerFile } from './explorer-file.ts';
export type { ExplorerExample, ExplorerOptions } from './explorer-options.ts';
export { type ExplorerHandler, toExplorerHandler } from './to-explorer-handler.ts';
