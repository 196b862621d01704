/** Whether the value of an operator is a list, in which a comma separates values. */
export function takesList(operator: string): boolean {
  return ['eq', 'ne', 'iEq', 'between', 'in'].includes(operator);
}
