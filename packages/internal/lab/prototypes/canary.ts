/** Loaded first. Ends the process with 1 if a member of a built-in constructor, prototype, or namespace has changed at its end. */
import { builtIns } from './built-ins.ts';

type Members = ReadonlyMap<PropertyKey, PropertyDescriptor>;

function membersOf(object: object): Members {
  return new Map(Reflect.ownKeys(object).map((key) => [key, Reflect.getOwnPropertyDescriptor(object, key) ?? {}]));
}

function isSame(left: PropertyDescriptor | undefined, right: PropertyDescriptor | undefined): boolean {
  return Object.is(left?.value, right?.value) && left?.get === right?.get && left?.set === right?.set;
}

const before = new Map(builtIns().map(([name, object]) => [object, { name, members: membersOf(object) }]));

process.once('exit', () => {
  for (const [object, { name, members }] of before) {
    const now = membersOf(object);
    const keys = new Set([...members.keys(), ...now.keys()]);
    for (const key of keys) {
      if (isSame(members.get(key), now.get(key))) continue;
      process.exitCode = 1;
      process.stderr.write(`${name}.${String(key)} has changed.\n`);
    }
  }
});
