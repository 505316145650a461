//! What captains see on their own phones.

use super::*;
use adjutant_tournament::teams::{Member, Side, TeamStep, digest};

const SALT: &str = "00112233445566778899aabbccddeeff";

/// Two teams of three in a round that is published, or not yet; the names of members are as nasty as those of teams.
fn two_teams(published: bool) -> TournamentLog {
    let mut log = created(Policies { team_size: 3, ..Policies::default() });
    for (at, id) in ["rooks", "pawns"].into_iter().enumerate() {
        let members = NASTY[at * 3..][..3].iter().map(|name| Name::new(name).unwrap()).collect();
        let entry = Entry::new(PlayerId::new(id).unwrap(), Name::new(id).unwrap());
        tell(&mut log, TournamentCommand::Register(Entry { members, ..entry }));
    }
    let draft = draft_round(log.state()).unwrap();
    tell(&mut log, draft.command());
    if published {
        tell(&mut log, TournamentCommand::Publish { round: RoundNumber(1), as_drafted: false, anyway: None });
    }
    log
}

#[test]
fn a_captain_sees_his_own_choices_and_no_sealed_one() {
    block_on(async {
        let mut log = two_teams(true);
        let hall = Hall::with(&log, |_| ());
        let table = log.state().team_pairing(RoundNumber(1), adjutant_tournament::TableNumber(1)).unwrap();
        let teams = Side::BOTH.map(|side| hall.cookie(PassKind::Player, table.team(side).as_str()));
        let bound = TeamStep::Commit { side: Side::One, digest: digest(SALT, &[Member(2)]) };
        let commands = table.commands(vec![bound]);
        let page = async |side: Side| hall.get("/me/team", Some(&teams[side as usize]), PHONE).await.1;
        let before = page(Side::Two).await;
        assert!(
            before.contains("Defender of") && before.contains("by lot") && !before.contains("<script>"),
            "{before}"
        );
        assert_eq!(before.matches("<option").count(), 3, "his own members, and nobody else's: {before}");
        commands.into_iter().for_each(|command| tell(&mut log, command));
        hall.site.show(&log);
        let own = page(Side::One).await;
        assert!(own.contains("You have chosen") && !own.contains("<option"), "{own}");
        let other = page(Side::Two).await;
        assert!(other.contains("has chosen.") && !other.contains(SALT), "{other}");
        assert_eq!(other.matches("<option").count(), 3, "{other}");
        // A form that names no step, and a server that keeps no secrets.
        assert_eq!(hall.form("/me/team", &teams[0], "own=1").await, 400);
        assert_eq!(hall.form("/me/team", &teams[0], "step=choose&own=1").await, 503);
    });
}

#[test]
fn nobody_chooses_in_a_draft_or_where_no_teams_play() {
    block_on(async {
        let hall = Hall::with(&two_teams(false), |_| ());
        let (rooks, anna) = (hall.cookie(PassKind::Player, "rooks"), Hall::new(false).cookie(PassKind::Player, "anna"));
        for (hall, cookie) in [(&hall, rooks), (&Hall::new(false), anna)] {
            let (status, text) = hall.get("/me/team", Some(&cookie), PHONE).await;
            assert!(status == 200 && text.contains("once a round of teams is published"), "{text}");
            assert!(!hall.get("/me", Some(&cookie), PHONE).await.1.contains("/me/team"));
        }
    });
}
