/** The names of both sides of a comparison. */
export const sidesOf = (name: string): readonly [current: string, straight: string] => [
  `handleNow, ${name}`,
  `straight line, ${name}`,
];
