import { render } from 'preact';
import { App } from './parts/app.tsx';
import { readSettings } from './settings.ts';
import { createValidator } from './state/validate.ts';

const settings = readSettings(document.body);
const validate = createValidator(new Worker(settings.worker, { type: 'module' }));
const root = document.getElementById('app');
if (root !== null) render(<App settings={settings} validate={validate} />, root);
