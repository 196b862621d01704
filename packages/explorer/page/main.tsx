import { render } from 'preact';
import { App } from './parts/app.tsx';
import { readSettings } from './settings.ts';
import { createJudge } from './state/judge.ts';

const settings = readSettings(document.body);
const judge = createJudge(new Worker(settings.worker, { type: 'module' }));
const root = document.getElementById('app');
if (root !== null) render(<App settings={settings} judge={judge} />, root);
