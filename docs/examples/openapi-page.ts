import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { toNodeHandler } from '@linkage/node';
import { withOpenApi } from '@linkage/openapi';
import express from 'express';
import { server } from './source.ts';

const files = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The page reads the document and its script from this host only. */
const page = `<!doctype html>
<title>Blog</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="page"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>`;
const start = "SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#page' });";

export const app = express();
app.get('/docs', (_request, response) => void response.type('html').send(page));
app.get('/docs/start.js', (_request, response) => void response.type('js').send(start));
app.use('/docs', express.static(files, { index: false }));
app.use(toNodeHandler(withOpenApi(server, { info: { title: 'Blog', version: '1.0.0' } }), { prefix: '/api' }));
// app.listen(3000), then open http://localhost:3000/docs
