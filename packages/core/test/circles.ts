/**
 * The nodes of a graph that stand in circles, each circle sorted: files that import each other, on whatever way.
 * A file that imports itself is one as well.
 */
export function circlesOf(edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const targetsOf = (node: string): readonly string[] => (edges.get(node) ?? []).filter((it) => edges.has(it));
  const lower = (node: string, number: number): void => {
    lowest.set(node, Math.min(lowest.get(node) ?? number, number));
  };
  const visit = (node: string): void => {
    order.set(node, order.size);
    lower(node, order.size - 1);
    open.push(node);
    for (const target of targetsOf(node)) {
      if (!order.has(target)) visit(target);
      if (open.includes(target)) lower(node, lowest.get(target) ?? 0);
    }
    if (lowest.get(node) !== order.get(node)) return;
    const circle = open.splice(open.indexOf(node));
    if (circle.length > 1 || targetsOf(node).includes(node)) circles.push(circle.sort());
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return circles.sort((a, b) => (a.join() < b.join() ? -1 : 1));
}
