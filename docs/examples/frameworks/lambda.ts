/** AWS Lambda behind an API Gateway or a function URL: Hono converts the event. */
import { handle } from 'hono/aws-lambda';
import { app } from './hono.ts';

export const handler = handle(app);
