export * from './answers';
export * from './builders';
export * from './expect-accessible';
export * from './render-route';
export { server } from './server';
