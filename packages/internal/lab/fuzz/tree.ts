/** JSON values that `JSON.stringify` cannot write: with duplicate members, and with numbers and strings spelled as given. */
export type Tree =
  | { readonly kind: 'raw'; readonly text: string }
  | { readonly kind: 'array'; readonly items: Tree[] }
  | { readonly kind: 'object'; readonly members: Member[] };

/** A member of an object. */
export interface Member {
  name: string;
  value: Tree;
}

/** Creates the tree of a JSON value. */
export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return { kind: 'array', items: value.map(treeOf) };
  if (typeof value !== 'object' || value === null) return { kind: 'raw', text: JSON.stringify(value) };
  const members = Object.entries(value).map(([name, inner]) => ({ name, value: treeOf(inner) }));
  return { kind: 'object', members };
}

/** Writes a tree as JSON text. */
export function printTree(tree: Tree): string {
  if (tree.kind === 'raw') return tree.text;
  if (tree.kind === 'array') return `[${tree.items.map(printTree).join(',')}]`;
  return `{${tree.members.map(({ name, value }) => `${JSON.stringify(name)}:${printTree(value)}`).join(',')}}`;
}

/** A place in a tree: its value, how to replace it, and the list that contains it. */
export interface Spot {
  readonly tree: Tree;
  readonly put: (tree: Tree) => void;
  readonly remove?: () => void;
  readonly again?: () => void;
  readonly rename?: (name: string) => void;
}

/** Returns the places of a tree, the root first. */
export function spotsOf(root: { tree: Tree }): readonly Spot[] {
  const put = (tree: Tree): void => {
    root.tree = tree;
  };
  const spots: Spot[] = [{ tree: root.tree, put }];
  for (const { tree } of spots) {
    if (tree.kind === 'array') spots.push(...tree.items.map((_, index) => itemSpot(tree.items, index)));
    if (tree.kind === 'object') spots.push(...tree.members.map((member) => memberSpot(tree.members, member)));
  }
  return spots;
}

function itemSpot(items: Tree[], index: number): Spot {
  const tree = items[index] as Tree;
  return {
    tree,
    put: (next) => void items.splice(index, 1, next),
    remove: () => void items.splice(index, 1),
    again: () => void items.push(tree),
  };
}

function memberSpot(members: Member[], member: Member): Spot {
  return {
    tree: member.value,
    put: (next) => {
      member.value = next;
    },
    remove: () => void members.splice(members.indexOf(member), 1),
    again: () => void members.push({ ...member }),
    rename: (name) => {
      member.name = name;
    },
  };
}
