import { create } from '../../run/fixtures.ts';
import { undecided } from '../../run/verdict.ts';
import { updateOf } from '../../samples/samples.ts';
import { type Case, eachUpdatable } from '../case.ts';
import { expectStatus } from '../expectations.ts';

/** `X-HTTP-Method-Override` of the recommendations. */
export const overrideCases: readonly Case[] = [
  eachUpdatable(
    'override-patch',
    'REC-07',
    'POST with `X-HTTP-Method-Override: PATCH` is an update',
    async (kit, it) => {
      if (kit.world.samples.supports?.methodOverride !== true)
        undecided('The samples do not say that the server supports it.');
      const { url, id } = await create(kit, it);
      const body = { data: { type: it.name, id, ...kit.fill(updateOf(it)) } };
      expectStatus(
        await kit.send('POST', url, { body, headers: { 'x-http-method-override': 'PATCH' } }),
        200,
        202,
        204,
      );
    },
    'recommended',
  ),
  eachUpdatable(
    'override-only-post',
    'REC-07',
    '`X-HTTP-Method-Override` does not change a GET',
    async (kit, it) => {
      const { url } = await create(kit, it);
      expectStatus(await kit.get(url, { 'x-http-method-override': 'PATCH' }), 200, 400);
    },
    'recommended',
  ),
];
