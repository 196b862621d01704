import { expect, test } from 'vitest';
import { computedFields } from './computed-fields.ts';

test('fields that Prisma computes', () => {
  const schema = `
enum Mood {
  good
}
model A {
  id    String   @id @default(cuid(2)) // @updatedAt
  code  String   @default(uuid())
  later String   @default(uuid(7))
  text  String   @default("@updatedAt uuid()") @map("} model B {")
  made  DateTime @default(now())
  seen  DateTime? @updatedAt @map("seen_at")
  /// The time of @updatedAt
  plain Int
  @@map("a")
}
view B {
  seen DateTime @updatedAt
}`;
  const found = [...computedFields(schema)].map(([name, fields]) => [name, Object.fromEntries(fields)]);
  expect(Object.fromEntries(found)).toEqual({
    A: { id: 'id', code: 'uuid', later: 'id', seen: 'updatedAt' },
    B: { seen: 'updatedAt' },
  });
});
