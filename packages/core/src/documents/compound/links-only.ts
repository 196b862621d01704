/**
 * The value of a relationship that has linkage, of which a relationship object contains only the links. Unlike a
 * relationship without a value, its URLs can be fetched.
 */
export const linksOnly: unique symbol = Symbol('linksOnly');
