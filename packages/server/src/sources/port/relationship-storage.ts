/** A relationship of a related type. */
export interface InverseRelationship {
  readonly type: string;
  readonly relationship: string;
}

/** The storage of one relationship, and the relationships that contain the same links. */
export interface RelationshipStorage {
  /**
   * `record`: in the record of the resource itself, such as a foreign key. `related`: in the records of the related
   * resources. `apart`: in neither, such as a join table.
   */
  readonly storedIn: 'record' | 'related' | 'apart';
  /** The relationships of the related types that contain the same links, from the inverse relationship. Default: none. */
  readonly inverses?: readonly InverseRelationship[] | undefined;
  /**
   * Whether the links stay when a resource is deleted whose id they contain, for example because a deletion only marks the
   * resource. The server then does not call the rules of the records with these links. For a relationship with several
   * target types, it can be the types for which the links stay. Default: false.
   */
  readonly keptOnDelete?: boolean | readonly string[] | undefined;
  /**
   * Whether the source deletes the records that store these links when the resource is deleted whose id they contain. The
   * server then calls the `delete` rules of these records, and of the records that their deletion deletes. Without this
   * statement, it calls their `update` and `updateRelationship` rules, as if the source emptied the relationship. For a relationship with
   * several target types, it can be the types for which the source does so. Default: false.
   */
  readonly deletesRecords?: boolean | readonly string[] | undefined;
}
