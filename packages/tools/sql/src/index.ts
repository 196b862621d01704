export { type DeclaredModel, declareModel } from './files/declare-model.ts';
export { type DraftFiles, type DraftOrigin, draftFiles } from './files/draft-files.ts';
export type { DraftFunction, KnownFunction } from './model/function-model.ts';
export { draftModel } from './model/draft-model.ts';
export type { DraftValue } from './model/draft-value.ts';
export type {
  DatabaseKind,
  DraftAttribute,
  DraftCodec,
  DraftModel,
  DraftNote,
  DraftOptions,
  DraftRelationship,
  DraftStorage,
  DraftType,
  MissingIndex,
} from './model/model.ts';
