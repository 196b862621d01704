export { type DeclaredModel, declareModel } from './files/declare-model.ts';
export { type DraftFiles, type DraftOrigin, draftFiles } from './files/draft-files.ts';
export { draftModel } from './model/draft-model.ts';
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
  DraftValue,
  MissingIndex,
} from './model/model.ts';
