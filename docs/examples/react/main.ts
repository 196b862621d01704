import { createApp } from './server.ts';

const { host } = await createApp(() => 'http://localhost:3000');
host.listen(3000); // http://localhost:3000
