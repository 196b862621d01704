/** A relationship of a related type. */
export interface InverseRelationship {
  readonly type: string;
  readonly relationship: string;
}

/** Where the links of one relationship are stored, and which relationships contain the same links. */
export interface RelationshipStorage {
  /**
   * `record`: in the record of the resource itself, such as a foreign key. `related`: in the records of the related
   * resources. `apart`: in neither, such as a join table.
   */
  readonly storedIn: 'record' | 'related' | 'apart';
  /** The relationships of the related types that contain the same links, seen from the other side. Default: none. */
  readonly inverses?: readonly InverseRelationship[] | undefined;
}
