import { options, render } from 'preact';
import { App } from './parts/app.tsx';
import { createPatternCheck } from './state/patterns.ts';
import { readSettings } from './state/settings.ts';
import { createValidator } from './state/validate.ts';

// Effects run before the next event. After the paint, the default, they would undo what the user has done since the render.
options.requestAnimationFrame = queueMicrotask;

const settings = readSettings(document.body);
const createWorker = (): Worker => new Worker(settings.worker, { type: 'module' });
const validate = createValidator(createWorker());
const checkPatterns = createPatternCheck(createWorker);
const root = document.getElementById('app');
if (root !== null) render(<App settings={settings} validate={validate} checkPatterns={checkPatterns} />, root);
