//! Help whose verbs stand in groups: one table of headings, each with the first verb below it.

use clap::Command;
use clap::builder::StyledStr;
use clap::builder::styling::Styles;

/// A heading, and the verb that stands first below it; the verbs up to the next one follow in their own order.
pub type Groups = [(&'static str, &'static str)];

/// The command with a help that shows its verbs in these groups. For [`Command::defer`]: only a help that is printed
/// costs something.
pub fn in_groups(command: Command, groups: &Groups) -> Command {
    let styles = Styles::styled();
    let (heading, literal) = (styles.get_header(), styles.get_literal());
    let verbs: Vec<&Command> = command.get_subcommands().filter(|verb| !verb.is_hide_set()).collect();
    let wide = verbs.iter().map(|verb| verb.get_name().len()).max().unwrap_or_default();
    let mut text = String::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for verb in verbs {
        let name = verb.get_name();
        if let Some((group, _)) = groups.iter().find(|(_, first)| *first == name) {
            text += &format!("\n{heading}{group}:{heading:#}\n");
        }
        let about = verb.get_about().map(ToString::to_string).unwrap_or_default();
        let alias = verb.get_visible_aliases().next().map_or_else(String::new, |alias| format!(" [alias: {alias}]"));
        text += &format!("  {literal}{name}{literal:#}{:1$}{about}{alias}\n", "", wide - name.len() + 2);
    }
    text += &format!("\n{heading}Global options:{heading:#}\n{{options}}{{after-help}}");
    command.help_template(StyledStr::from(text))
}
