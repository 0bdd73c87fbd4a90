import { readConfig } from './config.js';

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({}, '/app')).toEqual({
      port: 4000,
      host: '127.0.0.1',
      dataDir: './data',
      jwtSecret: null,
      webRoot: '/app/web/dist',
    });
  });

  it('names every setting at fault and shows no value', () => {
    const read = () => readConfig({ PORT: 'http', JWT_SECRET: 'too-short-a-secret', DATA_DIR: '' }, '/app');
    expect(read).toThrow(/PORT[^]*DATA_DIR[^]*JWT_SECRET/);
    expect(read).not.toThrow(/too-short-a-secret/);
  });
});
