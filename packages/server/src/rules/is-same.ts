/** The identity of a resource. An identifier is one, and so is a user with the type and the id of its resource. */
interface Identity<Type extends string> {
  readonly type: Type;
  readonly id: string;
}

/**
 * Whether a relationship of a record names a resource: `isSame(record.author, { type: 'people', id: user.id })`. Ids do not contain their
 * type, so both are compared. False if one of them is null or undefined: an empty relationship names no resource.
 */
export function isSame<const Type extends string>(
  linkage: Identity<Type> | null | undefined,
  resource: Identity<NoInfer<Type>> | null | undefined,
): boolean {
  if (linkage === null || linkage === undefined) return false;
  return linkage.id === resource?.id && linkage.type === resource.type;
}
