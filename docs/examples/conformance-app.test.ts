import { appSamples } from '@linkage/conformance';
import { describeConformance } from '@linkage/conformance/vitest';
import { toFetchHandler } from '@linkage/fetch';
import { describe, test } from 'vitest';
import { createConformanceApp } from './conformance-app.ts';

const handle = toFetchHandler(createConformanceApp(), { prefix: '/api' });
const target = { handle, baseUrl: 'http://localhost/api' };
describeConformance('the test application', target, appSamples, { runner: { describe, test } });
