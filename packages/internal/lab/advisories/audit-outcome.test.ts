import { expect, test } from 'vitest';
import { auditOutcome, type NpmRun, npmFailure } from './audit-outcome.ts';

const run = (reply: object, status: number | null = 1, more: Partial<NpmRun> = {}): NpmRun => ({
  stdout: JSON.stringify(reply),
  stderr: '',
  status,
  ...more,
});

test.each([0, 3])('%d advisories are counted', (total) => {
  expect(auditOutcome(run({ metadata: { vulnerabilities: { total } } }, total === 0 ? 0 : 1))).toEqual({
    count: total,
  });
});

test('a registry that does not serve audits is named', () => {
  const reply = { message: '405 Method Not Allowed - POST /bulk', statusCode: 405, error: { summary: '' } };
  expect(auditOutcome(run(reply))).toEqual({ count: undefined, isRegistry: true, reason: reply.message });
});

test.each([
  ['ECONNREFUSED', true],
  ['ENOTFOUND', true],
  ['E503', true],
  ['E403', true],
  ['ETARGET', false],
  ['E404', false],
  ['EJSONPARSE', false],
])('the failure %s of npm is one of the registry: %j', (code, isRegistry) => {
  const reply = { error: { code, summary: `${code}, in words` } };
  expect(npmFailure(run(reply))).toEqual({ count: undefined, isRegistry, reason: `${code}, in words` });
});

test('npm that takes too long is a slow registry, npm that does not start is a failure', () => {
  const error = (code: string): Partial<NpmRun> => ({ stdout: '', error: { code, message: `spawnSync npm ${code}` } });
  expect(npmFailure(run({}, null, error('ETIMEDOUT')))).toMatchObject({ isRegistry: true });
  expect(npmFailure(run({}, null, error('ENOENT')))).toMatchObject({
    isRegistry: false,
    reason: 'spawnSync npm ENOENT',
  });
});

test('without JSON, the reason is the first error of npm', () => {
  const stderr = 'npm warn old\nnpm error code X\nnpm error disk is full\nnpm error more';
  expect(npmFailure({ stdout: 'no JSON', stderr, status: 1 })).toMatchObject({ reason: 'disk is full' });
  expect(npmFailure({ stdout: '', stderr: '', status: 7 })).toMatchObject({ reason: 'npm exited with 7.' });
});

test('a run without a failure and without a number is not a success', () => {
  expect(npmFailure(run({}, 0))).toBeUndefined();
  expect(auditOutcome(run({}, 0))).toMatchObject({ count: undefined, isRegistry: false });
});
