import 'reflect-metadata';
import { toNodeHandler } from '@linkage/node';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { cors, currentUser, server, userOf } from './articles.ts';

class OwnController {
  find(): string {
    return 'own';
  }
}
class AppModule {}
// In your application, these are decorators: @Controller('own'), @Get(), @Module({ … }).
Controller('own')(OwnController);
Get()(OwnController.prototype, 'find', Object.getOwnPropertyDescriptor(OwnController.prototype, 'find') ?? {});
Module({ controllers: [OwnController] })(AppModule);

export const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: ['error', 'warn'] });
app.disable('x-powered-by');
app.enableCors(cors);
app.use((request: { headers: { authorization?: string } }, _response: unknown, next: () => void) => {
  currentUser.run(userOf(request.headers.authorization), next);
});
app.use(toNodeHandler(server, { prefix: '/api' })); // await app.listen(3000)
