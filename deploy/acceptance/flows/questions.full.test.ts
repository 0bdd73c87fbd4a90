import { listEntry, press } from './testing/screens.js';
import { flows } from './testing/flow-suite.js';

flows('a question', (suite) => {
  suite.onBothDevices('mentions a super admin, and is answered by the owner', async (open, device) => {
    const { rest, admin } = suite;
    const justification = `Taxi to the fair, ${device}`;
    const [owner, mentioned] = [
      await rest.addPerson('team_member', `Olga-${device}`),
      await rest.addPerson('super_admin', `Ada-${device}`),
    ];
    await rest.submit(owner, { justification });

    const panel = await open(`/admin?q=${encodeURIComponent(justification)}`, admin);
    await listEntry(panel, justification).getByText(justification).click();
    const sheet = panel.getByRole('dialog').filter({ hasText: owner.user.email });
    await press(sheet, 'Ask the owner');
    const question = sheet.getByLabel('Question to the owner');
    const mention = sheet.getByRole('combobox', { name: 'Mention super admins' });
    // An @ is a letter like others until the people are loaded.
    await mention.waitFor();
    await question.pressSequentially('Which client was this for? @');
    await mention.pressSequentially(`ada-${device}`);
    await panel.keyboard.press('Enter');
    await sheet.getByRole('button', { name: /^Remove/ }).waitFor();
    await sheet.locator('textarea:focus').waitFor();
    await press(sheet, 'Send question');
    await sheet.getByText('mentions', { exact: false }).first().waitFor();

    const other = await open(`/admin?mentioned=${encodeURIComponent(mentioned.user.email)}`, mentioned);
    await listEntry(other, justification).getByText('Mentions you').waitFor();

    const page = await open('/my-expenses', owner);
    await listEntry(page, justification).getByText('Taxi').first().click();
    await page.getByLabel('Your answer').fill('For the client in Porto.');
    await press(page, 'Send answer');
    await page.getByText('Answer sent successfully!').first().waitFor();

    await sheet.getByText('For the client in Porto.', { exact: true }).waitFor();
    await press(sheet, 'Approve');
    await panel.getByText('Expense approved successfully!').first().waitFor();
  });
});
